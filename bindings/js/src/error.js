// src/error.js - what is thrown when Hail refuses a call.
import { statuses } from "./layout.js";

/** A call that Hail refused. `message` is Hail's sentence; the world is as before, unless the call's page says more. */
export class HailError extends Error {
  constructor(message, code, details = {}) {
    super(message);
    this.name = "HailError";
    this.code = code;
    this.status = statuses[code] ?? "HAIL_UNKNOWN";
    Object.assign(this, details);
  }
}
