/** Removes the account, after a second click to confirm. */
import { ProblemNotice } from "@inlay/ui/Notice"

import { account as words } from "../../../locales/settings.ts"
import { ConfirmedButton } from "../../../ui/ConfirmedButton.tsx"

export const Remove = (props: {
  readonly account: string
  readonly isOnly: boolean
  /** Why it could not be removed. */
  readonly problem: string | undefined
  readonly onRemove: () => void
}) => {
  const { account, isOnly, problem, onRemove } = props
  return (
    <section class="panel" aria-labelledby="remove-title">
      <h2 id="remove-title">{isOnly ? words.removeTitle : words.removeNamed(account)}</h2>
      <p class="lead">{words.removeHelp}</p>
      <ProblemNotice text={problem} />
      <ConfirmedButton label={words.remove} question={words.removeSure} yes={words.removeYes} onYes={onRemove} />
    </section>
  )
}
