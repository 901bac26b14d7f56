"""Here are the migrations, one a module."""
