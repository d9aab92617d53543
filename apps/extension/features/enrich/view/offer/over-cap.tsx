/** Stands in place of the button if the lookup could exceed a cap. Loaded then, because most popups never need it. */
import { Notice } from "@inlay/ui/Notice"

import { capReached } from "../../../../locales/cap.ts"
import { popup } from "../../../../locales/popup.ts"
import type { Cap } from "../../requests.ts"
import { First } from "../parts/first.tsx"
import type { PaidShell } from "../parts/frame.tsx"

export const OverCap = ({ cap, shell }: { readonly cap: Cap; readonly shell: PaidShell }) => (
  <div class="stack end">
    <Notice tone="warning">{capReached(cap)}</Notice>
    <First shell={shell} onClick={shell.onSettings}>
      {popup.raiseCap}
    </First>
  </div>
)
