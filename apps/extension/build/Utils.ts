/**
 * Replaces `effect/Utils` in the worker. The original reads a stack trace when it is loaded, which takes 0.8 ms of every
 * start, to find out whether a function that marks Effect's frames in traces survived minification. Nothing in the worker
 * reads such traces.
 */
export { SingleShotGen } from "effect/Utils"

export const internalCall = <A>(body: () => A): A => body()
