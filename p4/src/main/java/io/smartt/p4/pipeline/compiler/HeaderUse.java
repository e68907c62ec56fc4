package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition.PrimitiveCall;
import io.smartt.p4.bmv2.Bmv2Config.Calculation;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.ParseState;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;

/**
 * The uses that a program makes of each header, so that fields nobody asks for are never taken out
 * of the packet, and headers whose bytes are still there are not put together again.
 */
final class HeaderUse {
  /** Primitives that write to their first parameter only. */
  private static final Set<String> WRITES_FIRST =
      Set.of(
          ("assign modify_field register_read modify_field_with_hash_based_offset"
                  + " modify_field_rng_uniform add subtract bit_xor bit_or bit_and shift_left"
                  + " shift_right add_to_field subtract_from_field")
              .split(" ", -1));

  /** Primitives that write to no field that they are given. */
  private static final Set<String> WRITES_NONE =
      Set.of("register_write", "count", "log_msg", "assert", "assume", "_jump_if_zero", "truncate");

  private final Map<String, Set<String>> used = new HashMap<>();
  private final Map<String, Set<String>> written = new HashMap<>();
  private final Set<String> handledWhole = new HashSet<>();

  HeaderUse(Bmv2Config config) {
    config.pipelines().forEach(this::look);
    config.actions().forEach(action -> action.primitives().forEach(this::look));
    for (ParseState.ParserDefinition parser : config.parsers()) {
      parser.states().forEach(this::look);
    }
    config.deparsers().forEach(deparser -> deparser.primitives().forEach(this::look));
    for (Calculation calculation : config.calculations()) {
      calculation.inputs().forEach(this::look);
    }
    for (Bmv2Config.Checksum checksum : config.checksums()) {
      write(checksum.target());
      checksum.condition().ifPresent(this::read);
    }
    // A clone gets the fields of its list from the packet that it is a clone of.
    for (Bmv2Config.FieldList list : config.fieldLists()) {
      list.elements().forEach(this::write);
    }
    for (Bmv2Config.LearnList list : config.learnLists()) {
      list.elements().forEach(this::read);
    }
    lookAtMeters(config);
  }

  /** The uses that one control makes of headers. */
  HeaderUse(Bmv2Config config, PipelineDefinition control) {
    look(control);
    calls(config, control).forEach(this::look);
    hashes(config, control).forEach(hash -> hash.inputs().forEach(this::look));
    lookAtMeters(config);
  }

  private void look(PipelineDefinition control) {
    control.tables().forEach(this::look);
    control.conditionals().forEach(conditional -> read(conditional.expression()));
    control.actionProfiles().stream()
        .flatMap(profile -> profile.selector().stream())
        .forEach(selector -> selector.inputs().forEach(this::look));
  }

  private void lookAtMeters(Bmv2Config config) {
    for (Bmv2Config.MeterArray meter : config.meterArrays()) {
      meter.resultTarget().ifPresent(this::write);
    }
  }

  /** The primitives of the actions that a control may run. */
  static Stream<PrimitiveCall> calls(Bmv2Config config, PipelineDefinition control) {
    Set<Integer> actions = new HashSet<>();
    control.tables().forEach(table -> actions.addAll(table.actions()));
    control.actionCalls().forEach(call -> actions.add(call.actionId()));
    return config.actions().stream()
        .filter(action -> actions.contains(action.id()))
        .flatMap(action -> action.primitives().stream());
  }

  /** The hashes that a control computes, in actions and to choose members of groups. */
  static List<Calculation> hashes(Bmv2Config config, PipelineDefinition control) {
    List<Value> named = calls(config, control).flatMap(call -> call.parameters().stream()).toList();
    List<Calculation> hashes = new ArrayList<>(config.calculations());
    hashes.removeIf(
        h -> !named.contains(new Value.NamedObject(Value.ObjectKind.CALCULATION, h.name())));
    control.actionProfiles().stream()
        .flatMap(profile -> profile.selector().stream())
        .forEach(by -> hashes.add(new Calculation("", by.algorithm(), by.inputs())));
    return List.copyOf(hashes);
  }

  /** Returns whether a field's value is asked for or set anywhere. */
  boolean isUsed(String header, String field) {
    return used.getOrDefault(header, Set.of()).contains(field);
  }

  /** Returns whether a field is set anywhere but by extraction. */
  boolean isWritten(String header, String field) {
    return written.getOrDefault(header, Set.of()).contains(field);
  }

  /** Returns whether a header is made, copied or compared as a whole. */
  boolean isHandledWhole(String header) {
    return handledWhole.contains(header);
  }

  private void look(ParseState state) {
    for (ParseState.ParserOp operation : state.operations()) {
      switch (operation) {
        case ParseState.ParserOp.Extract _ -> {
          // Takes nothing from a header.
        }
        case ParseState.ParserOp.ExtractVarbit(_, Value length) -> read(length);
        case ParseState.ParserOp.Set(Value.Field target, Value source) -> {
          write(target);
          read(source);
        }
        case ParseState.ParserOp.Verify(Value condition, Value error) -> {
          read(condition);
          read(error);
        }
        case ParseState.ParserOp.Advance(Value bits) -> read(bits);
        case ParseState.ParserOp.Primitive(PrimitiveCall call) -> look(call);
      }
    }
    state.transitionKey().forEach(this::read);
  }

  private void look(TableDefinition table) {
    for (TableDefinition.KeyField field : table.key()) {
      if (!(field.target() instanceof Value.Header)) {
        read(field.target());
      }
    }
  }

  private void look(Calculation.Input input) {
    switch (input) {
      case Calculation.Input.Field(Value.Field field) -> read(field);
      case Calculation.Input.Header(String name) -> handledWhole.add(name);
      case Calculation.Input.Constant _ -> {
        // Takes nothing from a header.
      }
      case Calculation.Input.Payload _ -> {
        // Takes nothing from a header.
      }
    }
  }

  private void look(PrimitiveCall call) {
    if (call.op().equals("mark_to_drop")) {
      // Standard metadata, of which only the ways out are set.
      return;
    }
    List<Value> parameters = call.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      boolean writes = WRITES_FIRST.contains(call.op()) ? i == 0 : !WRITES_NONE.contains(call.op());
      if (writes && parameters.get(i) instanceof Value.Field field) {
        write(field);
      } else if (!call.op().equals("remove_header")
          || !(parameters.get(i) instanceof Value.Header)) {
        read(parameters.get(i));
      }
    }
  }

  private void write(Value target) {
    read(target);
    if (target instanceof Value.Field(String header, String field)) {
      written.computeIfAbsent(header, _ -> new HashSet<>()).add(field);
      if (field.equals(Bmv2Config.HeaderType.VALID)) {
        handledWhole.add(header);
      }
    }
  }

  private void read(Value value) {
    switch (value) {
      case Value.Field(String header, String field) ->
          used.computeIfAbsent(header, _ -> new HashSet<>()).add(field);
      case Value.Header(String name) -> handledWhole.add(name);
      case Value.Operation operation -> {
        if (!operation.op().equals("valid")
            || !(operation.right().orElse(null) instanceof Value.Header)) {
          operation.right().ifPresent(this::read);
        }
        operation.left().ifPresent(this::read);
        operation.condition().ifPresent(this::read);
      }
      case Value.RegisterCell(_, Value index) -> read(index);
      case Value.AccessField(Value header, _) -> read(header);
      case Value.AccessUnionHeader(Value union, _) -> read(union);
      case Value.Vector(List<Value> values) -> values.forEach(this::read);
      default -> {
        // A constant, or of a stack or union, whose headers are always handled whole.
      }
    }
  }
}
