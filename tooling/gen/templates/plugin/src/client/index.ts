export { Starter, make, type Settings, type StarterClient } from "./Starter.ts"
