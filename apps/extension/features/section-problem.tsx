/** Shown in the place of a section that could not be: which one and why, and the button that loads the extension anew. */
import { Button } from "@inlay/ui/Button"
import { Notice } from "@inlay/ui/Notice"

import { failure as words } from "../locales/failure.ts"
import { restart } from "../ui/restart.ts"

export const SectionProblem = ({ name, why }: { readonly name: string; readonly why: string | null }) => (
  <Notice tone="warning" announce>
    {words.section(name, why)}{" "}
    <Button look="bare" onClick={restart}>
      {words.restart}
    </Button>
  </Notice>
)
