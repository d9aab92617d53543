/** In the place of core-http's: nobody can give the program of a promise client a tracer, so its calls have no spans. */
export const inSpan = <A>(_name: string, call: A): A => call
