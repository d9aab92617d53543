/** A button for what cannot be undone: it asks first. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { useState } from "preact/hooks"

import { account as words } from "../locales/settings.ts"

export const ConfirmedButton = (props: {
  readonly label: string
  readonly question: string
  readonly yes: string
  readonly onYes: () => void
}) => {
  const { label, question, yes, onYes } = props
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <Confirm {...{ question, yes, onYes }} no={words.cancel} onNo={() => setAsking(false)} />
  return (
    <div>
      <Button look="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
    </div>
  )
}
