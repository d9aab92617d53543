/** Removes the account, after a second click to confirm. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { ProblemNotice } from "@inlay/ui/Notice"
import { useState } from "preact/hooks"

import { account as words } from "../../../locales/settings.ts"

export const Remove = (props: {
  readonly account: string
  readonly isOnly: boolean
  /** Why it could not be removed. */
  readonly problem: string | undefined
  readonly onRemove: () => void
}) => {
  const { account, isOnly, problem, onRemove } = props
  const [sure, setSure] = useState(false)
  return (
    <section class="panel" aria-labelledby="remove-title">
      <h2 id="remove-title">{isOnly ? words.removeTitle : words.removeNamed(account)}</h2>
      <p class="lead">{words.removeHelp}</p>
      <ProblemNotice text={problem} />
      {sure ? (
        <Confirm
          question={words.removeSure}
          yes={words.removeYes}
          no={words.cancel}
          onYes={onRemove}
          onNo={() => setSure(false)}
        />
      ) : (
        <div>
          <Button look="danger" onClick={() => setSure(true)}>
            {words.remove}
          </Button>
        </div>
      )}
    </section>
  )
}
