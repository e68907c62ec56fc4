package io.smartt.controller.target;

import io.smartt.controller.p4runtime.SwitchId;

/** A switch to be programmed over P4Runtime: what it is called, what it runs, how to reach it. */
public sealed interface SwitchTarget permits EmbeddedTarget, Bmv2Target, StratumTarget {
  /** Which switch. */
  SwitchId switchId();

  /** What it is to run. */
  CompiledProgram program();

  /** A connection, which is closed by whoever asked for it. */
  SwitchConnection connect();
}
