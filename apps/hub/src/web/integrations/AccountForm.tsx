/** The form of an account, generated from the fields of its kind. */
import type { Field as Drawn } from "@inlay/agent-plugin/manifest"
import { Button } from "@inlay/ui/Button"
import { Field } from "@inlay/ui/Field"
import { ProblemNotice } from "@inlay/ui/Notice"
import { useRef, useState } from "preact/hooks"

import type { Account, Kind, RequestError } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Form } from "../shared/Form.tsx"
import { without } from "../shared/without.ts"
import {
  changedValues,
  groupsOf,
  missing,
  problemsOf,
  valuesOf,
  type FieldOf,
  type Problems,
  type Values
} from "./values.ts"
import { connecting as words } from "./words.ts"

export interface SubmittedAccount {
  readonly name: string
  readonly values: Values
  readonly way?: "browser" | "device"
}

export interface AccountFormProps {
  readonly kind: Kind
  /** Undefined for a new account. */
  readonly account: Account | undefined
  readonly name: string
  readonly mending: boolean
  /** The account no longer exists, so nothing can be saved. */
  readonly isGone: boolean
  readonly isBusy: boolean
  readonly error: RequestError | undefined
  readonly onSubmit: (form: SubmittedAccount) => void
}

/** Converts an API field, whose properties are all present, to the contract's field, where some are optional. */
const drawable = ({ advanced, ...field }: FieldOf): Drawn => ({ ...field, ...(advanced === true && { advanced }) })

const WAYS = { browser: words.browser, device: words.device } as const

export const AccountForm = (props: AccountFormProps) => {
  const { kind, account, isBusy, error, mending, isGone } = props
  const [name, setName] = useState(props.name)
  const [entered, setEntered] = useState<Values>({})
  // Over what is stored now, which another tab may have changed: what was not entered is not sent.
  const values = { ...valuesOf(kind, account), ...entered }
  const [own, setOwn] = useState<Problems>({})
  /** The one whose button was pressed. */
  const way = useRef<SubmittedAccount["way"]>(undefined)
  const problems: Problems = { ...(error === undefined ? {} : problemsOf(error)), ...own }
  const hasProblems = Object.keys(problems).length > 0
  const submit = () => {
    if (isGone) return
    const wrong = { ...missing(kind, values, account), ...(name.trim() === "" && { name: words.missing }) }
    setOwn(wrong)
    if (Object.keys(wrong).length > 0) return
    props.onSubmit({
      name: name.trim(),
      values: changedValues(kind, values, account),
      ...(way.current !== undefined && { way: way.current })
    })
  }
  const draw = (field: FieldOf) => (
    <Field
      key={field.name}
      words={words}
      field={drawable(field)}
      value={values[field.name] ?? ""}
      stored={account?.secrets?.includes(field.name) === true}
      error={problems[field.name]}
      onInput={(value) => {
        setEntered((before) => ({ ...before, [field.name]: value }))
        setOwn((before) => without(before, field.name))
      }}
    />
  )
  const { main, limits, more } = groupsOf(kind)
  const ways = kind.signIn ?? []
  return (
    <Form
      class="stack"
      // To fix an account, the user must usually enter the key again.
      focus={mending ? 'input[type="password"], .actions button' : undefined}
      error={error}
      onSubmit={submit}
    >
      <ProblemNotice text={hasProblems ? words.correct : undefined} />
      {error !== undefined && Object.keys(problemsOf(error)).length === 0 && <Failure error={error} />}
      <div class="field">
        <label class="field-label" for="account-name">
          {words.name}
          <span class="quiet"> · {words.required}</span>
        </label>
        <input
          id="account-name"
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={name}
          aria-required
          aria-invalid={problems["name"] !== undefined}
          aria-describedby="account-name-help"
          readOnly={mending}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <span class={problems["name"] === undefined ? "field-help" : "field-error"} id="account-name-help">
          {problems["name"] ?? words.nameHelp}
        </span>
      </div>
      {main.map(draw)}
      {limits.length > 0 && (
        <fieldset class="stack">
          <legend>{words.limit}</legend>
          {limits.map(draw)}
        </fieldset>
      )}
      {more.length > 0 && (
        <details>
          <summary>{words.more}</summary>
          <div class="fields">{more.map(draw)}</div>
        </details>
      )}
      {!isGone && (
        <div class="actions">
          {ways.length === 0 || (account !== undefined && !mending) ? (
            <Button look="primary" type="submit" busy={isBusy}>
              {account === undefined ? words.connect : words.save}
            </Button>
          ) : (
            ways.map((one, index) => (
              <Button
                key={one}
                {...(index === 0 && { look: "primary" as const })}
                type="submit"
                busy={isBusy}
                onClick={() => (way.current = one)}
              >
                {WAYS[one]}
              </Button>
            ))
          )}
        </div>
      )}
    </Form>
  )
}
