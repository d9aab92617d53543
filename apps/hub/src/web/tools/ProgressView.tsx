/** The progress of a run, as its provider's responses report it. */
import type { StepProgress } from "@inlay/agent-plugin/Caller"
import { visible } from "@inlay/ui/text/visible"

import { tools as words } from "./words.ts"

export const ProgressView = ({ progress: { done, total, text } }: { readonly progress: StepProgress }) => (
  <div class="progress">
    <progress aria-label={words.progress} {...(total !== undefined && { max: total, value: Math.min(done, total) })} />
    <span class="quiet small">
      {words.done(done, total)}
      {text !== undefined && ` · ${visible(text)}`}
    </span>
  </div>
)
