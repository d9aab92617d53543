import { render } from "preact"

import { Accounts } from "../../features/accounts/view/view.tsx"
import { ask } from "../../messaging/client.ts"

const app = document.getElementById("app")
if (app !== null) render(<Accounts send={ask} />, app)
