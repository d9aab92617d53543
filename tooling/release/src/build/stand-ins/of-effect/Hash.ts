/** Replaces `effect/Hash`: nothing in these bundles looks up Effect's values by hash. */
export const symbol = "~effect/Hash"
const same = (): number => 0
export {
  same as array,
  same as combine,
  same as hash,
  same as number,
  same as optimize,
  same as random,
  same as string,
  same as structure,
  same as structureKeys
}
