import { mount } from "svelte";
import "./style/fonts.css";
import "../../../coach/palette.css";
import "./style/base.css";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";

settings.apply();
mount(App, { target: document.getElementById("app")! });
