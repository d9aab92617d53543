import { manifest } from "@inlay/salesdata/manifest"
import { render } from "preact"

import { Account } from "../../features/account/view.tsx"
import { ask } from "../../messaging/client.ts"

const app = document.getElementById("app")
const fields = manifest.accountKinds[0]?.fields ?? []
if (app !== null) render(<Account send={ask} fields={fields} />, app)
