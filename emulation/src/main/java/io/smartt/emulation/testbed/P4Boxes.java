package io.smartt.emulation.testbed;

import io.smartt.controller.forwarding.DesiredState;
import io.smartt.controller.forwarding.ReconcileReport;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.stratum.ChassisText;
import io.smartt.controller.target.Bmv2Target;
import io.smartt.controller.target.CompiledProgram;
import io.smartt.controller.target.StratumTarget;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchSession;
import io.smartt.controller.target.SwitchTarget;
import io.smartt.emulation.experiment.TargetKind;
import java.time.Duration;
import java.util.List;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/** Programs real switches over P4Runtime. */
public final class P4Boxes {
  private final P4Plans plans;
  private final TestbedFacts facts;
  private final Duration deadline;

  /**
   * With these plans.
   *
   * @param deadline of each call
   */
  public P4Boxes(P4Plans plans, TestbedFacts facts, Duration deadline) {
    this.plans = plans;
    this.facts = facts;
    this.deadline = deadline;
  }

  /** What would be done to a switch, for people. */
  public List<String> describe(Box box) {
    CompiledProgram program = plans.program(box);
    DesiredState desired = plans.desired(box, program.info());
    String line =
        "%s: %d table entries, members and groups over P4Runtime"
            .formatted(box.name(), desired.entities().size());
    return box.target() == TargetKind.STRATUM
        ? List.of(line, "  1 mirror session that truncates; chassis configuration in a file")
        : List.of(line);
  }

  /** A Tofino's chassis configuration, which Stratum reads when it starts. */
  public String chassis(Box box) {
    return ChassisText.of(plans.chassis(box));
  }

  /**
   * Loads the program and writes the entries that differ.
   *
   * @throws io.smartt.controller.p4runtime.P4RuntimeException naming the switch
   */
  public String apply(Box box) {
    CompiledProgram program = plans.program(box);
    SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), deadline);
    try (SwitchSession session = programmer.connect(target(box, program))) {
      ReconcileReport report = session.reconcile(plans.desired(box, program.info()));
      if (box.target() == TargetKind.STRATUM && !plans.chassis(box).deflectPorts().isEmpty()) {
        writeSession(session, plans.tna(box, program.info()).truncatingSession());
      }
      return "%s: program %s, %d entries written, %d as they should be"
          .formatted(
              box.name(),
              session.programLoaded() ? "loaded" : "there",
              report.written(),
              report.unchanged());
    }
  }

  /** Over P4Runtime a mirror session cannot be read on every switch, so it is made or changed. */
  private static void writeSession(SwitchSession session, Entity mirror) {
    Update.Builder update = Update.newBuilder().setEntity(mirror);
    List<org.p4.v1.Error> errors =
        session.programmed().client().write(List.of(update.setType(Update.Type.INSERT).build()));
    if (errors.stream().anyMatch(error -> error.getCanonicalCode() != 0)) {
      session.programmed().write(List.of(update.setType(Update.Type.MODIFY).build()));
    }
  }

  private SwitchTarget target(Box box, CompiledProgram program) {
    SwitchId id = new SwitchId(box.name(), box.deviceId());
    return box.target() == TargetKind.STRATUM
        ? new StratumTarget(id, program, box.requireAddress(), facts.tls())
        : new Bmv2Target(id, program, box.requireAddress());
  }
}
