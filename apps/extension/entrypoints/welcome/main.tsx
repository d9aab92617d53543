import { render } from "preact"

import { ask } from "../../messaging/client.ts"
import { Welcome } from "./Welcome.tsx"

const app = document.getElementById("app")
if (app !== null) render(<Welcome send={ask} />, app)
