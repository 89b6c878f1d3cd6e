/** Opens the client. */

import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js");
