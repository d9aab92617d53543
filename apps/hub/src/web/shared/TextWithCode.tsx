import { visible } from "@inlay/ui/text/visible"

/** Text in which commands, and the names of fields and flags, stand between backticks. */
export const TextWithCode = ({ text }: { readonly text: string }) => {
  const parts = visible(text).split("`")
  const isPaired = parts.length % 2 === 1
  return <>{isPaired ? parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part)) : visible(text)}</>
}
