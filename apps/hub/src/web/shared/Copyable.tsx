/** Text with a copy button: a command, a token, a snippet. */
import { CopyButton } from "@inlay/ui/CopyButton"
import { useCopying } from "@inlay/ui/copying"

import { common } from "../words.ts"

/** No line ends after the hyphens of a flag. */
const withWholeFlags = (text: string) =>
  text.split(/((?<!\S)--?[\w-]+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} class="unbroken">
        {part}
      </span>
    )
  )

export const Copyable = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const copying = useCopying(common.notCopied)
  return (
    <div class="copyable">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{withWholeFlags(text)}</code>
      </pre>
      <CopyButton id={label} label={label} value={text} copying={copying} words={common} />
      <span class="unseen" role="status">
        {copying.said}
      </span>
    </div>
  )
}
