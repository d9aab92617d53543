// Helpers for the sign-in tests, which call the endpoints as applications do.

import { type Answered, at, type Bench } from "../testing/bench.ts"

export const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

/** Posts a form to a path below `/codehost-web` and returns the JSON response. */
export const postForm = (
  { ask, sandbox }: Bench,
  path: string,
  form: Readonly<Record<string, string>>
): Promise<Answered> =>
  ask(`${sandbox().origin}/codehost-web${path}`, {
    method: "POST",
    token: null,
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString()
  })

export const text = (answer: Answered, name: string): string => String(at(answer.body, name))

export const askToken = (bench: Bench, form: Readonly<Record<string, string>>): Promise<Answered> =>
  postForm(bench, "/login/oauth/access_token", form)

/** Signs in a device for this application and approves it immediately. */
export const signIn = async (bench: Bench, clientId: string, scope: string): Promise<Answered> => {
  const begun = await postForm(bench, "/login/device/code", { client_id: clientId, scope })
  await bench.control("/device/approve", { user_code: text(begun, "user_code") })
  return askToken(bench, { client_id: clientId, device_code: text(begun, "device_code"), grant_type: deviceGrant })
}
