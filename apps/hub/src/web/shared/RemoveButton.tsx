/** The button that removes one of a list. It asks first, and says if that failed. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { useState } from "preact/hooks"

import type { Answer } from "../api/client.ts"
import { useSending } from "../api/sending.ts"
import { common } from "../words.ts"
import { Failure } from "./Failure.tsx"

export const RemoveButton = (props: {
  readonly text: string
  /** The accessible name, which says what is removed. */
  readonly label: string
  readonly question: string
  readonly remove: () => Promise<Answer<unknown>>
  readonly onRemoved: () => void
}) => {
  const [isAsking, setAsking] = useState(false)
  const { error, send } = useSending()
  const remove = async () => {
    setAsking(false)
    if ((await send(props.remove())).ok) props.onRemoved()
  }
  return (
    <>
      <Button look="danger" label={props.label} onClick={() => setAsking(true)}>
        {props.text}
      </Button>
      <Failure error={error} />
      {isAsking && (
        <Confirm
          question={props.question}
          yes={props.text}
          no={common.cancel}
          onYes={() => void remove()}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
