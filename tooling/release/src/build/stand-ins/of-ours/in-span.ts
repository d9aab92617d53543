/** Replaces core-http's module: a promise client's program cannot provide a tracer, so its calls have no spans. */
export const inSpan = <A>(_name: string, call: A): A => call
