// Registered once, and removed: the browser that runs it as a worker runs the worker that scores.

export {};
