/** Text with a copy button: a command, a token, a snippet. */
import { CopyButton } from "@inlay/ui/CopyButton"
import { useCopying } from "@inlay/ui/copying"

import { common } from "../words.ts"

export const Copyable = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const copying = useCopying(common.notCopied)
  return (
    <div class="copyable">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton id={label} label={label} value={text} copying={copying} words={common} />
      <span class="unseen" role="status">
        {copying.said}
      </span>
    </div>
  )
}
