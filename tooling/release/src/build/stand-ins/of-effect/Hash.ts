/** In the place of `effect/Hash`: no promise client keeps Effect's values by their hashes. */
export const symbol = "~effect/Hash"
const same = () => 0
export {
  same as array,
  same as combine,
  same as hash,
  same as number,
  same as string,
  same as structure,
  same as structureKeys
}
