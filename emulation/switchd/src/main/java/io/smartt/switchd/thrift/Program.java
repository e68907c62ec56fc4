package io.smartt.switchd.thrift;

import io.grpc.Status;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.softswitch.p4runtime.LocalController;
import java.util.List;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/**
 * The program that runs, with the handles of its entries. Calls run one at a time, so it has no
 * lock.
 */
final class Program {
  private final LocalController controller;
  private final EntryHandles handles = new EntryHandles();
  private int resets;
  private Object handlesOf = ForwardingPipelineConfig.getDefaultInstance();

  Program(LocalController controller) {
    this.controller = controller;
  }

  P4InfoIndex info() {
    return controller.info().orElseThrow(Program::none);
  }

  PipelineControl control() {
    return controller.control().orElseThrow(Program::none);
  }

  byte[] json() {
    return controller.json().orElseThrow(Program::none);
  }

  /** The switch behind P4Runtime's messages, for what those have no words for. */
  LocalController controller() {
    return controller;
  }

  void reset() {
    controller.reset();
    resets++;
  }

  /** Changes with each reset. */
  int resets() {
    return resets;
  }

  ForwardingPipelineConfig config() {
    return controller.config().orElseThrow(Program::none);
  }

  /** Handles of the entries of this very program. */
  @SuppressWarnings("ReferenceEquality") // the very program, not one like it
  EntryHandles handles() {
    Object now = config();
    if (now != handlesOf) {
      handles.clear();
      handlesOf = now;
    }
    return handles;
  }

  Status write(Update.Type type, Entity.Builder entity) {
    return controller.write(type, entity.build());
  }

  List<Entity> read(Entity.Builder request) {
    return controller.read(request.build());
  }

  private static IllegalStateException none() {
    return new IllegalStateException("the switch has no program");
  }
}
