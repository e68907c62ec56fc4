package io.smartt.p4.bmv2;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.Bmv2Config.Calculation;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition.ActionProfile;
import io.smartt.p4.bmv2.Bmv2Reader.Names;
import io.smartt.p4.bmv2.TableDefinition.MatchType;

/** Reads controls: action profiles, tables, conditionals and action calls. */
record PipelineReader(Names names, ValueReader values, CalculationReader calculations) {
  /** Debug information: what is missing or odd there is no reason to refuse a program. */
  private static String control(JsonCursor at) {
    JsonNode fragment = at.node().path("source_info").path("source_fragment");
    return fragment.isTextual() && !fragment.textValue().isBlank()
        ? fragment.textValue().lines().findFirst().orElseThrow()
        : at.text("name");
  }

  PipelineDefinition pipeline(JsonCursor at) {
    Set<String> nodes = new HashSet<>();
    for (String section : List.of("tables", "conditionals", "action_calls")) {
      for (JsonCursor node : at.list(section)) {
        if (!nodes.add(node.text("name"))) {
          throw node.fail("a second node " + node.text("name"));
        }
      }
    }
    Map<String, ActionProfile> profiles = new HashMap<>();
    List<ActionProfile> profileList = new ArrayList<>();
    for (JsonCursor profile : at.list("action_profiles")) {
      ActionProfile read = profile(profile);
      Names.add(profiles, read.name(), read, profile, "action profile");
      profileList.add(read);
    }
    for (JsonCursor table : at.list("tables")) {
      // What p4c-bm wrote before 2016 has no profiles but the name of one in each table.
      if (table.find("action_profile").isEmpty() && table.find("act_prof_name").isPresent()) {
        ActionProfile read = new ActionProfile(table.text("act_prof_name"), 0, selector(table));
        Names.add(profiles, read.name(), read, table, "action profile");
        profileList.add(read);
      }
    }
    return new PipelineDefinition(
        at.text("name"),
        control(at),
        next(at, "init_table", nodes),
        profileList,
        at.map("tables", table -> table(table, nodes, profiles)),
        at.map(
            "conditionals",
            node ->
                new PipelineDefinition.Conditional(
                    node.text("name"),
                    values.read(node.get("expression")),
                    next(node, "true_next", nodes),
                    next(node, "false_next", nodes),
                    Bmv2Config.SourceLine.of(node))),
        at.map(
            "action_calls",
            node ->
                new PipelineDefinition.ActionCall(
                    node.text("name"),
                    actionWithoutParameters(node.get("action_id")),
                    next(node, "next_node", nodes))));
  }

  private static Optional<String> next(JsonCursor at, String key, Set<String> nodes) {
    Optional<String> name = at.find(key).map(JsonCursor::text);
    if (name.isPresent() && !nodes.contains(name.get())) {
      throw at.get(key).fail("there is no table, conditional or action call " + name.get());
    }
    return name;
  }

  private int actionWithoutParameters(JsonCursor at) {
    ActionDefinition action = Names.find(names.actions, at.integer(), at, "action id");
    if (!action.parameters().isEmpty()) {
      throw at.fail("action " + action.name() + " has parameters and cannot be called directly");
    }
    return action.id();
  }

  private ActionProfile profile(JsonCursor at) {
    return new ActionProfile(at.text("name"), at.integer("max_size", 0), selector(at));
  }

  private Optional<ActionProfile.Selector> selector(JsonCursor at) {
    return at.find("selector")
        .map(selector ->
            new ActionProfile.Selector(
                selector.text("algo"), selector.map("input", calculations::input)));
  }

  private TableDefinition table(
      JsonCursor at, Set<String> nodes, Map<String, ActionProfile> profiles) {
    List<TableDefinition.KeyField> key = at.map("key", this::keyField);
    if (key.stream().filter(field -> field.kind() == MatchType.LPM).count() > 1) {
      throw at.get("key").fail("more than one lpm field in table " + at.text("name"));
    }
    Optional<ActionProfile> profile = profileOf(at, profiles);
    Map<String, Optional<String>> next = new HashMap<>();
    JsonCursor nextTables = at.get("next_tables");
    for (Map.Entry<String, JsonNode> entry : nextTables.node().properties()) {
      next.put(entry.getKey(), next(nextTables, entry.getKey(), nodes));
    }
    List<Integer> actions = new ArrayList<>();
    for (JsonCursor action :
        at.list(at.find("action_ids").isPresent() ? "action_ids" : "actions")) {
      actions.add(
          action.node().isTextual()
              ? actionByName(action)
              : Names.find(names.actions, action.integer(), action, "action id").id());
    }
    boolean byHit = next.containsKey(TableDefinition.HIT) || next.containsKey(TableDefinition.MISS);
    for (int action : actions) {
      String name = Names.find(names.actions, action, at, "action id").name();
      if (!byHit && !next.containsKey(name)) {
        throw nextTables.fail("no next node for action " + name);
      }
    }
    return new TableDefinition(
        at.text("name"),
        kind(at.get("match_type")),
        profile.map(ActionProfile::name),
        profile.isPresent() && profile.get().selector().isPresent(),
        at.integer("max_size", at.list("entries").size()),
        at.bool("with_counters", false),
        at.bool("support_timeout", false),
        key,
        actions,
        next,
        next(at, "base_default_next", nodes),
        at.find("direct_meters").map(meter -> values.object(Value.ObjectKind.METER_ARRAY, meter)),
        at.find("default_entry").map(this::defaultEntry),
        at.map("entries", entry -> entry(entry, key)),
        Bmv2Config.SourceLine.of(at));
  }

  private int actionByName(JsonCursor at) {
    return names.actions.values().stream()
        .filter(action -> action.name().equals(at.text()))
        .findFirst()
        .orElseThrow(() -> at.fail("there is no action " + at.text()))
        .id();
  }

  private static Optional<ActionProfile> profileOf(
      JsonCursor at, Map<String, ActionProfile> profiles) {
    String type = at.text("type");
    return switch (type) {
      case "simple" -> Optional.empty();
      case "indirect", "indirect_ws" -> {
        JsonCursor name =
            at.find("action_profile")
                .or(() -> at.find("act_prof_name"))
                .orElseGet(() -> at.get("action_profile"));
        yield Optional.of(Names.find(profiles, name.text(), name, "action profile"));
      }
      default ->
          throw at.get("type")
              .fail("a table is simple, indirect or indirect_ws, not \"" + type + "\"");
    };
  }

  private TableDefinition.KeyField keyField(JsonCursor at) {
    MatchType kind = kind(at.get("match_type"));
    JsonCursor target = at.get("target");
    Value value =
        kind == MatchType.VALID ? new Value.Header(headerName(target)) : values.field(target);
    String name =
        at.find("name")
            .map(JsonCursor::text)
            .orElseGet(() ->
                value instanceof Value.Field(String header, String field)
                    ? header + "." + field
                    : target.text());
    return new TableDefinition.KeyField(kind, name, value, at.find("mask").map(JsonCursor::hex));
  }

  private String headerName(JsonCursor at) {
    return Names.find(names.headers, at.text(), at, "header").name();
  }

  private static MatchType kind(JsonCursor at) {
    return switch (at.text()) {
      case "exact" -> MatchType.EXACT;
      case "lpm" -> MatchType.LPM;
      case "ternary", "optional" -> MatchType.TERNARY;
      case "range" -> MatchType.RANGE;
      case "valid" -> MatchType.VALID;
      default ->
          throw at.fail(
              "a match is exact, lpm, ternary, range, optional or valid, not \""
                  + at.text()
                  + "\"");
    };
  }

  private TableDefinition.DefaultEntry defaultEntry(JsonCursor at) {
    ActionDefinition action =
        Names.find(names.actions, at.integer("action_id"), at.get("action_id"), "action id");
    return new TableDefinition.DefaultEntry(
        action.id(), arguments(at.get("action_data"), action), at.bool("action_const", false));
  }

  private static List<BigInteger> arguments(JsonCursor at, ActionDefinition action) {
    List<JsonCursor> items = at.items();
    if (items.size() != action.parameters().size()) {
      throw at.fail(
          "action "
              + action.name()
              + " has "
              + action.parameters().size()
              + " parameters, found "
              + items.size()
              + " values");
    }
    List<BigInteger> arguments = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      // A negative constant stands for its two's complement.
      int width = action.parameters().get(i).width();
      BigInteger modulus = BigInteger.ONE.shiftLeft(width);
      arguments.add(items.get(i).hex().mod(modulus));
    }
    return arguments;
  }

  private TableDefinition.Entry entry(JsonCursor at, List<TableDefinition.KeyField> key) {
    List<JsonCursor> parts = at.get("match_key").items(key.size());
    List<TableDefinition.MatchParameter> match = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      JsonCursor part = parts.get(i);
      MatchType kind = kind(part.get("match_type"));
      if (kind != key.get(i).kind()) {
        throw part.get("match_type")
            .fail("field " + key.get(i).name() + " matches " + lower(key.get(i).kind()));
      }
      match.add(parameter(part, kind));
    }
    JsonCursor run = at.get("action_entry");
    ActionDefinition action =
        Names.find(names.actions, run.integer("action_id"), run.get("action_id"), "action id");
    return new TableDefinition.Entry(
        match, action.id(), arguments(run.get("action_data"), action), at.integer("priority", 1));
  }

  private static TableDefinition.MatchParameter parameter(JsonCursor at, MatchType kind) {
    return switch (kind) {
      case EXACT -> new TableDefinition.MatchParameter.Exact(at.hex("key"));
      case LPM ->
          new TableDefinition.MatchParameter.Lpm(at.hex("key"), at.get("prefix_length").atLeast(0));
      case TERNARY -> new TableDefinition.MatchParameter.Ternary(at.hex("key"), at.hex("mask"));
      case RANGE -> new TableDefinition.MatchParameter.Range(at.hex("start"), at.hex("end"));
      case VALID -> new TableDefinition.MatchParameter.Valid(at.get("key").bool());
    };
  }

  private static String lower(MatchType kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Reads calculations and checksums. */
  record CalculationReader(Names names, ValueReader values) {
    Calculation calculation(JsonCursor at) {
      return new Calculation(at.text("name"), at.text("algo"), at.map("input", this::input));
    }

    Calculation.Input input(JsonCursor at) {
      String type = at.text("type");
      return switch (type) {
        case "field" -> new Calculation.Input.Field(values.field(at.get("value")));
        case "hexstr" -> {
          int width = at.get("bitwidth").width();
          yield new Calculation.Input.Constant(at.get("value").hex(width), width);
        }
        case "header" -> {
          JsonCursor value = at.get("value");
          yield new Calculation.Input.Header(
              Names.find(names.headers, value.text(), value, "header").name());
        }
        case "payload" -> new Calculation.Input.Payload();
        default ->
            throw at.get("type").fail("an input is field, hexstr, header or payload, not " + type);
      };
    }

    Bmv2Config.Checksum checksum(JsonCursor at) {
      String type = at.text("type");
      if (!type.equals("generic")) {
        throw at.get("type").fail("a checksum is generic, not \"" + type + "\"");
      }
      JsonCursor calculation = at.get("calculation");
      return new Bmv2Config.Checksum(
          at.text("name"),
          values.field(at.get("target")),
          values.object(Value.ObjectKind.CALCULATION, calculation),
          at.bool("verify", true),
          at.bool("update", true),
          at.find("if_cond").map(values::read));
    }
  }
}
