/** Replaces `effect/Hash`: no promise client looks up Effect's values by hash. */
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
