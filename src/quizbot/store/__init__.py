"""Here is what is remembered, over SQLAlchemy Core: SQLite by default, PostgreSQL for many."""
