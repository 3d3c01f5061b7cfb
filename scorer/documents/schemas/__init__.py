"""What requests may hold, and the shapes of requests and answers as JSON Schema."""
