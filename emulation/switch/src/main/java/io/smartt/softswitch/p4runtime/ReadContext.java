package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.P4Object;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.PipelineControl;
import org.p4.v1.Entity;

/**
 * The things that one request of a read works on.
 *
 * @param rights of the role that filters the read
 * @param out takes what was found
 */
record ReadContext(InstalledPipeline pipeline, RoleRights rights, Consumer<Entity> out) {
  P4InfoIndex info() {
    return pipeline.info();
  }

  EntityStore store() {
    return pipeline.store();
  }

  PipelineControl control() {
    return pipeline.device().control();
  }

  void emit(Entity.Builder entity) {
    out.accept(pipeline.translation().toController(entity.build()));
  }

  /** The object of this id, or all where it is 0; those of other roles are left out. */
  <T extends P4Object> List<T> selected(P4Objects<T> objects, String kind, int id) {
    List<T> chosen = id == 0 ? objects.all() : List.of(Lookup.require(objects, kind, id));
    return chosen.stream().filter(object -> rights.owns(object.name())).toList();
  }
}
