/** A small seeded random number generator, so that a failing case can be repeated. */
export const random = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % below
  }
}
