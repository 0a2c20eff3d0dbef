"""The application: builds the object graph, owns the one queue, performs effects."""
