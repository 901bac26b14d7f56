"""Here are the migrations, oldest first under `versions`."""
