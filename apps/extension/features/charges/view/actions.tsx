/** The actions on an unknown charge: record what the provider's credit log says, or ask again. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

import { charges as words } from "../../../locales/charges.ts"
import { numberOf, typedNumber } from "../../../ui/text/typed-number.ts"
import type { UnknownCharge } from "../unknown-charge.ts"

/** `MAX_CREDITS` of core-http, which pages do not load. */
const MOST_CREDITS = 1_000_000

/** Parses credits as typed. Returns `undefined` if the text is not a number, is negative or is too large. */
const creditsOf = (text: string): number | undefined => {
  const credits = text.trim() === "" ? Number.NaN : numberOf(typedNumber(text))
  return credits >= 0 && credits <= MOST_CREDITS ? credits : undefined
}

const HowMany = (props: {
  readonly charge: UnknownCharge
  readonly onSettle: (credits: number) => void
  readonly onCancel: () => void
}) => {
  const [text, setText] = useState(props.charge.upTo === null ? "" : String(props.charge.upTo))
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const id = `credits-${props.charge.id}`
  return (
    <form
      class="stack tight"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const credits = creditsOf(text)
        setWrong(credits === undefined)
        if (credits === undefined) input.current?.focus()
        else props.onSettle(credits)
      }}
    >
      <label for={id}>{words.howMany}</label>
      <div class="actions">
        <input
          ref={input}
          id={id}
          class="number"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={text}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-error` : undefined}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{words.book}</Button>
        <Button onClick={props.onCancel}>{words.cancel}</Button>
      </div>
      {wrong && (
        <span class="field-error" id={`${id}-error`} role="alert">
          {words.mustBeNumber}
        </span>
      )}
    </form>
  )
}

export const ChargeActions = (props: {
  readonly charge: UnknownCharge
  readonly onSettle: (credits: number) => void
  /** `undefined` if it cannot be asked again from here. */
  readonly onAskAgain: (() => void) | undefined
}) => {
  const { charge, onAskAgain, onSettle } = props
  const [step, setStep] = useState<"rest" | "charged" | "again">("rest")
  const rest = () => setStep("rest")
  if (step === "charged") return <HowMany charge={charge} onSettle={onSettle} onCancel={rest} />
  if (step === "again" && onAskAgain !== undefined) {
    return (
      <Confirm
        question={words.askAgainSure(words.upTo(charge.again?.upTo ?? null))}
        yes={words.askAgainYes}
        no={words.cancel}
        onYes={onAskAgain}
        onNo={rest}
      />
    )
  }
  return (
    <div class="actions">
      <Button onClick={() => onSettle(0)}>{words.notCharged}</Button>
      <Button onClick={() => setStep("charged")}>{words.wasCharged}</Button>
      {onAskAgain !== undefined && <Button onClick={() => setStep("again")}>{words.askAgain}</Button>}
    </div>
  )
}
