package io.smartt.experiment.run;

import module java.base;

import io.grpc.Status;
import io.smartt.base.concurrent.TaskRunner;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntityNames;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException.WriteFailure;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.softswitch.p4runtime.ForwardingDevice;
import io.smartt.softswitch.p4runtime.LocalController;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/**
 * Programs switches of this process that nobody else controls: what {@link ControlPlane} writes
 * over P4Runtime goes into their stores by name, without messages and gRPC in between. Both ways
 * leave the same state in a switch. It is for a run that programs its switches once and asks them
 * nothing.
 */
public final class DirectControl {
  private final P4RuntimeService service;

  /**
   * Takes over switches without a program.
   *
   * @param devices of which each has the id of its switch in the model
   */
  public DirectControl(
      List<? extends ForwardingDevice> devices, ForwardingDevice.ProgramLoader loader) {
    this(new P4RuntimeService(devices, loader, P4RuntimeService.P4RuntimeSettings.lenient()));
  }

  /** Takes over the switches behind a service, whose controllers find what is written here. */
  public DirectControl(P4RuntimeService service) {
    this.service = service;
  }

  /**
   * Installs the program and the planned entries in every switch.
   *
   * @param tasks switches are independent, so that it may do them in parallel
   * @param monitor asked before each switch whether to stop
   * @throws P4RuntimeException naming the first switch that refused and what
   * @throws RunMonitor.RunInterruptedException if the user asked to stop
   */
  public void program(
      FabricModel model, PipelineConfig program, long seed, TaskRunner tasks, RunMonitor monitor) {
    ForwardingPlanner planner = new ForwardingPlanner(model, program.info(), seed);
    ForwardingPipelineConfig config = program.toMessage();
    ControlPlane.forEachSwitch(
        tasks,
        0,
        model.switches().size(),
        index -> {
          FabricModel.FabricSwitch sw = model.switches().get(index);
          if (monitor.interrupted()) {
            throw new RunMonitor.RunInterruptedException("programming " + sw.name());
          }
          LocalController controller = service.local(sw.deviceId());
          SwitchId id = new SwitchId(sw.name(), sw.deviceId());
          load(id, config);
          insert(controller, id, program, planner.plan(index));
          return id;
        });
  }

  private void load(SwitchId id, ForwardingPipelineConfig config) {
    try {
      service.preload(id.deviceId(), config);
    } catch (IllegalArgumentException e) {
      throw new P4RuntimeException(
          id,
          Status.Code.INVALID_ARGUMENT,
          "SetForwardingPipelineConfig: INVALID_ARGUMENT: " + e.getMessage());
    }
  }

  private static void insert(
      LocalController controller,
      SwitchId id,
      PipelineConfig program,
      ForwardingPlanner.DesiredState desired) {
    List<LocalController.Refused> refused = controller.insert(desired.entities());
    if (!refused.isEmpty()) {
      EntityNames names = new EntityNames(program.info(), desired.files());
      throw new P4RuntimeException.WriteFailedException(
          id, refused.stream().map(one -> failure(names, one)).toList(), desired.entities().size());
    }
  }

  private static WriteFailure failure(EntityNames names, LocalController.Refused refused) {
    Optional<Entity> entity = refused.entity().map(new EntityCodec(names.info())::encode);
    return new WriteFailure(
        entity.map(EntityCodec::update).map(Update::getType).orElse(Update.Type.INSERT),
        entity.map(names::describe).orElse("all entries at once"),
        refused.status().getCode(),
        Optional.ofNullable(refused.status().getDescription()).orElse(""));
  }
}
