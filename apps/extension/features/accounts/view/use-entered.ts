/**
 * What the user enters in an account's form, laid over the stored values: fields that the user has not touched follow
 * changes made in other pages.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks"

import type { AccountView, Connectable } from "../requests.ts"
import { proposedValues, type Values } from "./values.ts"

type Fields = Connectable["accountKinds"][number]["fields"]

/** The values that a form starts with. If an account cannot be read, they are those proposed for a new one. */
const initialValues = (fields: Fields, stored: AccountView | null): Values =>
  stored === null || (stored.closed !== undefined && Object.keys(stored.values).length === 0)
    ? proposedValues(fields)
    : stored.values

export const useEntered = (fields: Fields, stored: AccountView | null) => {
  const [entered, setEntered] = useState<Values>({})
  /** The values that were saved, until they are read again. Input made since then is kept. */
  const saved = useRef<Values | undefined>(undefined)
  const forget = (input: Values) =>
    setEntered((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== input[field])))
  useLayoutEffect(() => {
    if (saved.current !== undefined) forget(saved.current)
    saved.current = undefined
  }, [stored])
  const initial = initialValues(fields, stored)
  return {
    values: { ...initial, ...entered } satisfies Values,
    /** Whether anything differs from what is stored: input that was taken back does not. */
    isEntered: Object.entries(entered).some(([field, value]) => value !== (initial[field] ?? "")),
    enter: (field: string, value: string) => setEntered((now) => ({ ...now, [field]: value })),
    /** Shows these values, which are the normal form of what was entered, in the fields that the user has touched. */
    replace: (input: Values) =>
      setEntered(Object.fromEntries(Object.keys(entered).map((field) => [field, input[field] ?? ""]))),
    /** After saving, secrets are no longer shown, and all else is shown as it is read again. */
    onSaved: (input: Values) => {
      const secrets = fields.flatMap(({ name, secret }) => (secret ? [name] : []))
      forget(Object.fromEntries(Object.entries(input).filter(([field]) => secrets.includes(field))))
      saved.current = input
    }
  }
}
