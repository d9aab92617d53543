/** What a token or an agent may do, in few words. Pure. */
import type { Token } from "../api/types.ts"
import { common } from "../words.ts"
import { agents as words } from "./words.ts"

export const grantText = ({ readOnly, manages, creditsPerDay, ...names }: Token["grant"]): string => {
  const limits = (["accounts", "plugins", "tools"] as const).flatMap((kind) => {
    const some = names[kind]
    if (some === undefined) return []
    return [`${words.limitedTo[kind]}: ${some.length === 0 ? words.noneOfThem : some.join(", ")}`]
  })
  const all = [
    ...(manages === true ? [words.manages] : []),
    ...(readOnly ? [common.readOnly] : []),
    ...limits,
    ...(creditsPerDay === undefined ? [] : [words.perDay(creditsPerDay)])
  ]
  return all.length === 0 ? words.all : all.join(" · ")
}
