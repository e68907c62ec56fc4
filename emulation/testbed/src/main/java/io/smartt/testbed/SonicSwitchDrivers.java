package io.smartt.testbed;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.GnmiTarget;
import io.smartt.testbed.sonic.PlannedSwitch;
import io.smartt.testbed.sonic.change.Pace;
import io.smartt.testbed.sonic.change.PortAdmin;
import java.time.Duration;

/**
 * Reaches SONiC switches.
 *
 * @param deadline of each call
 */
public record SonicSwitchDrivers(TestbedFacts facts, Duration deadline) {
  /** A connection to a switch. */
  public GnmiSwitch connect(TestbedSwitch box) {
    if (box.target() != TargetKind.SONIC) {
      throw new UserInputException(
          "switches." + box.name() + ".target is " + box.target() + ", not sonic");
    }
    return GnmiSwitch.connect(
        new GnmiTarget(
            box.name(),
            box.requireAddress(),
            box.tls(facts.tls()),
            facts.token(),
            facts.login(),
            deadline));
  }

  /** A switch to run on, as it is. */
  SwitchUnderTest open(TestbedSwitch box, ExperimentSpec spec) {
    SonicPlans plans = new SonicPlans(spec, facts);
    GnmiSwitch device = connect(box);
    try {
      return new SonicSwitchDriver(
          box,
          device,
          PlannedSwitch.of(device, plans.of(box)),
          plans.queues(box),
          new PortAdmin(Pace.ofThisMachine(), Pace.Patience.STANDARD),
          port -> plans.name(box, port));
    } catch (RuntimeException e) {
      throw Closing.after(e, device);
    }
  }
}
