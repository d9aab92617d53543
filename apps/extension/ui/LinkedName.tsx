/** A name that links to its page, if it has one that may be opened. */
import { link } from "@inlay/ui/text/link"

import { withScheme } from "../messaging/origin.ts"

/** @param address as a provider writes it, perhaps without its scheme */
export const LinkedName = ({ name, address }: { readonly name: string; readonly address: string | null }) => {
  const href = address === null ? undefined : link({ kind: "url", value: withScheme(address) })
  return href === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{name}</bdi>
    </a>
  )
}
