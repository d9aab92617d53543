/** The state of the form for a new subscription, and how it is sent. */
import { useMemo, useState } from "preact/hooks"

import { post } from "../api/client.ts"
import type { RequestError, Subscription, TriggerDetails } from "../api/types.ts"
import { without } from "../shared/without.ts"
import {
  hasProblems,
  NO_PROBLEMS,
  partsOf,
  problemsOf,
  subscriptionOf,
  type SubscriptionForm
} from "./subscription-form.ts"

/** The answer to a new subscription. Its secret is shown once. */
export type NewSubscription = Subscription & { readonly secret: string }

/** The advice of a conflict is for programs: the form has no field for it. */
const withoutAdvice = ({ fix: _fix, ...error }: RequestError): RequestError => ({
  ...error,
  message: error.what ?? error.message
})

export const useSubscriptionForm = (trigger: TriggerDetails, onMade: (subscription: NewSubscription) => void) => {
  const parts = useMemo(() => partsOf(trigger), [trigger])
  const [form, setForm] = useState<SubscriptionForm>({
    account: trigger.accounts[0] ?? "",
    target: {},
    filters: {},
    url: "",
    name: "",
    inOrder: false,
    ownChanges: false
  })
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const set = (changes: Partial<SubscriptionForm>) => setForm((before) => ({ ...before, ...changes }))
  return {
    parts,
    form,
    problems,
    error,
    isBusy,
    /** Counts what marks fields: each attempt to submit, and each refusal by the hub. */
    attempts,
    set,
    fill: (part: "target" | "filters") => (name: string, text: string) => {
      setForm((before) => ({ ...before, [part]: { ...before[part], [name]: text } }))
      setProblems((before) => ({ ...before, [part]: without(before[part], name) }))
    },
    write: (name: "url" | "name") => (text: string) => {
      set({ [name]: text })
      setProblems((before) => ({ ...before, own: without(before.own, name) }))
    },
    submit: async () => {
      const { subscription, problems: wrong } = subscriptionOf(trigger, parts, form)
      setProblems(wrong)
      setAttempts((before) => before + 1)
      setError(undefined)
      if (hasProblems(wrong) || isBusy) return
      setBusy(true)
      const answer = await post<NewSubscription>("/api/subscriptions", subscription)
      setBusy(false)
      if (answer.ok) return onMade(answer.value)
      setProblems(problemsOf(answer.error, parts))
      setAttempts((before) => before + 1)
      setError(answer.error.reason === "Conflict" ? withoutAdvice(answer.error) : answer.error)
    }
  }
}
