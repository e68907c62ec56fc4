package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4Object;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.PipelineControl;

/**
 * What the translator of one update works on.
 *
 * @param pipeline that is written to
 * @param ports of the switch
 * @param rights of the controller's role
 * @param strict whether the letter of the specification is wanted
 * @param journal takes back what a refused update did to the store
 * @param effects what the update does to the device
 */
record WriteContext(
    InstalledPipeline pipeline,
    ForwardingDevice ports,
    RoleRights rights,
    boolean strict,
    Journal journal,
    Effects effects) {

  P4InfoIndex info() {
    return pipeline.info();
  }

  EntityStore store() {
    return pipeline.store();
  }

  PipelineControl control() {
    return pipeline.device().control();
  }

  /** The object of this id that the role owns. */
  <T extends P4Object> T owned(P4Objects<T> objects, String kind, int id) {
    T object = Lookup.require(objects, kind, id);
    requireOwned(object.name());
    return object;
  }

  void requireOwned(String entity) {
    if (!rights.owns(entity)) {
      throw Refusal.denied("'" + entity + "' does not belong to the role");
    }
  }
}
