/** Connects a new account, or changes or fixes an existing one: by the fields of its kind, or by sign-in. */
import { Notice } from "@inlay/ui/Notice"
import { SelectField } from "@inlay/ui/SelectField"
import { useState } from "preact/hooks"

import { at, post, request } from "../api/client.ts"
import { useSending } from "../api/sending.ts"
import type { Account, Plugin, SignIn } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Page } from "../shared/Page.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { AccountForm, type SubmittedAccount } from "./AccountForm.tsx"
import { SignInWait } from "./SignInWait.tsx"
import { connecting as words } from "./words.ts"

/** Returns `main`, or the first free name like it. */
const freeName = (takenNames: ReadonlyArray<string>): string => {
  const names = ["main", ...takenNames.map((_, index) => `main-${index + 2}`)]
  return names.find((name) => !takenNames.includes(name)) ?? "main"
}

export const ConnectPage = (props: {
  readonly plugin: Plugin
  readonly account: Account | undefined
  readonly taken: ReadonlyArray<string>
  readonly mending: boolean
  /** The account was removed or renamed elsewhere: it can no longer be changed, and must not become a new one. */
  readonly isGone: boolean
  readonly onDone: (account: string) => void
}) => {
  const { plugin, account, mending, taken, isGone } = props
  const [kindId, setKindId] = useState(account?.kind)
  const { isBusy, error, clearError, send } = useSending()
  const [signIn, setSignIn] = useState<SignIn>()
  const kind = plugin.accountKinds.find(({ id }) => id === kindId) ?? plugin.accountKinds[0]
  if (kind === undefined) return null
  const submit = async ({ name, values, way }: SubmittedAccount) => {
    const fields = { plugin: plugin.id, kind: kind.id, name, values }
    if (way !== undefined) {
      const body = { ...fields, way, ...(account !== undefined && { replace: true }) }
      const answer = await send(post<SignIn>("/api/sign-ins", body))
      return answer.ok ? setSignIn(answer.value) : undefined
    }
    const answer = await send(
      account === undefined
        ? post<Account>("/api/accounts", fields)
        : request<Account>("PATCH", at`/api/accounts/${account.plugin}/${account.name}`, {
            body: { ...(name !== account.name && { name }), values }
          })
    )
    if (answer.ok) props.onDone(answer.value.id)
  }
  const title =
    account === undefined
      ? words.title(plugin.title)
      : mending
        ? words.mendTitle(account.id)
        : words.editTitle(account.id)
  return (
    <Page title={title} lead={words.lead} actions={<a href={linkTo("integrations")}>{words.back}</a>}>
      {isGone && (
        <Notice tone="danger" announce>
          {words.gone}
        </Notice>
      )}
      {mending &&
        account?.problems.map(({ what, fix }) => (
          <Notice key={what} tone="danger">
            <TextWithCode text={`${what} ${fix}`} />
          </Notice>
        ))}
      <section class="panel narrow">
        {signIn === undefined ? (
          <>
            {account === undefined && plugin.accountKinds.length > 1 && (
              <SelectField
                id="account-kind"
                label={words.kind}
                options={plugin.accountKinds.map((one) => [one.id, one.title])}
                value={kind.id}
                onChange={(id) => {
                  clearError()
                  setKindId(id)
                }}
              />
            )}
            <AccountForm
              key={kind.id}
              {...{ kind, account, mending, isGone, isBusy, error }}
              name={account?.name ?? freeName(taken)}
              onSubmit={(form) => void submit(form)}
            />
          </>
        ) : (
          <SignInWait
            signIn={signIn}
            onDone={(connection) => props.onDone(connection.id)}
            onAgain={() => setSignIn(undefined)}
          />
        )}
      </section>
    </Page>
  )
}
