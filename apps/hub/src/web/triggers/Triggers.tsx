/** The Triggers view: the list of subscriptions, a new one, or one of them. */
import { ChooseTrigger } from "./ChooseTrigger.tsx"
import { Subscribe } from "./Subscribe.tsx"
import { SubscriptionPage } from "./SubscriptionPage.tsx"
import { Subscriptions } from "./Subscriptions.tsx"

/** @param first `new`, or a subscription's id */
export const Triggers = ({
  first,
  trigger
}: {
  readonly first?: string | undefined
  readonly trigger?: string | undefined
}) => {
  if (first === undefined) return <Subscriptions />
  if (first !== "new") return <SubscriptionPage key={first} id={first} />
  return trigger === undefined ? <ChooseTrigger /> : <Subscribe key={trigger} id={trigger} />
}
