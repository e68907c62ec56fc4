package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.info.P4InfoFromBmv2;
import org.p4.config.v1.Action;
import org.p4.config.v1.ControllerPacketMetadata;
import org.p4.config.v1.MatchField;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.P4NamedType;
import org.p4.config.v1.P4NewTypeSpec;
import org.p4.config.v1.Table;

/**
 * A P4Info as the data plane would have it: values of translated types ({@code
 * p4runtime_translation}) have the width that they have in the program. P4Info itself says only
 * what the controller sends, a string or a number of another width; the BMv2 JSON has the rest.
 */
final class DataPlaneTypes {
  private final P4Info.Builder info;
  private final Bmv2Config config;
  private final Map<String, Integer> widths = new HashMap<>();

  private DataPlaneTypes(P4Info info, Bmv2Config config) {
    this.info = info.toBuilder();
    this.config = config;
  }

  /** Returns whether any type is translated. */
  static boolean needed(P4Info info) {
    return info.getTypeInfo().getNewTypesMap().values().stream()
        .anyMatch(P4NewTypeSpec::hasTranslatedType);
  }

  /** The P4Info with widths of the data plane; what the program lacks keeps its width. */
  static P4Info of(P4Info info, Bmv2Config config) {
    return new DataPlaneTypes(info, config).resolve();
  }

  private P4Info resolve() {
    P4Info derived = P4InfoFromBmv2.of(config);
    Map<String, Table> tables = new HashMap<>();
    derived.getTablesList().forEach(table -> tables.put(table.getPreamble().getName(), table));
    for (Table.Builder table : info.getTablesBuilderList()) {
      Optional.ofNullable(tables.get(table.getPreamble().getName()))
          .ifPresent(found -> fields(table, found));
    }
    Map<String, Action> actions = new HashMap<>();
    derived.getActionsList().forEach(action -> actions.put(action.getPreamble().getName(), action));
    for (Action.Builder action : info.getActionsBuilderList()) {
      Optional.ofNullable(actions.get(action.getPreamble().getName()))
          .ifPresent(found -> params(action, found));
    }
    info.getControllerPacketMetadataBuilderList().forEach(this::metadata);
    fillIn();
    return info.build();
  }

  private void fields(Table.Builder table, Table found) {
    if (table.getMatchFieldsCount() == found.getMatchFieldsCount()) {
      for (int i = 0; i < found.getMatchFieldsCount(); i++) {
        MatchField.Builder field = table.getMatchFieldsBuilder(i);
        if (translated(field.getTypeName())) {
          field.setBitwidth(width(field.getTypeName(), found.getMatchFields(i).getBitwidth()));
        }
      }
    }
  }

  private void params(Action.Builder action, Action found) {
    if (action.getParamsCount() == found.getParamsCount()) {
      for (int i = 0; i < found.getParamsCount(); i++) {
        Action.Param.Builder param = action.getParamsBuilder(i);
        if (translated(param.getTypeName())) {
          param.setBitwidth(width(param.getTypeName(), found.getParams(i).getBitwidth()));
        }
      }
    }
  }

  /** The header that has all the metadata by name. */
  private void metadata(ControllerPacketMetadata.Builder header) {
    List<String> names =
        header.getMetadataList().stream().map(ControllerPacketMetadata.Metadata::getName).toList();
    config.headerTypes().stream()
        .filter(type -> names.stream().allMatch(name -> type.indexOf(name) >= 0))
        .findFirst()
        .ifPresent(type -> metadata(header, type));
  }

  private void metadata(ControllerPacketMetadata.Builder header, Bmv2Config.HeaderType type) {
    for (ControllerPacketMetadata.Metadata.Builder field : header.getMetadataBuilderList()) {
      if (translated(field.getTypeName())) {
        int width = type.fields().get(type.indexOf(field.getName())).width();
        field.setBitwidth(width(field.getTypeName(), width));
      }
    }
  }

  /** Gives what has no place of its own in the JSON the width that its type has elsewhere. */
  private void fillIn() {
    info.getActionsBuilderList().stream()
        .flatMap(action -> action.getParamsBuilderList().stream())
        .filter(param -> param.getBitwidth() == 0)
        .forEach(param -> known(param.getTypeName()).ifPresent(param::setBitwidth));
    info.getControllerPacketMetadataBuilderList().stream()
        .flatMap(header -> header.getMetadataBuilderList().stream())
        .filter(field -> field.getBitwidth() == 0)
        .forEach(field -> known(field.getTypeName()).ifPresent(field::setBitwidth));
    info.getValueSetsBuilderList().stream()
        .flatMap(set -> set.getMatchBuilderList().stream())
        .filter(field -> translated(field.getTypeName()))
        .forEach(field -> known(field.getTypeName()).ifPresent(field::setBitwidth));
    widths.forEach((name, width) -> {
      P4NewTypeSpec.Builder type = info.getTypeInfo().getNewTypesOrThrow(name).toBuilder();
      type.getTranslatedTypeBuilder().setSdnBitwidth(width);
      info.getTypeInfoBuilder().putNewTypes(name, type.build());
    });
  }

  private Optional<Integer> known(P4NamedType type) {
    return Optional.ofNullable(widths.get(type.getName()));
  }

  private int width(P4NamedType type, int width) {
    widths.put(type.getName(), width);
    return width;
  }

  private boolean translated(P4NamedType type) {
    return Optional.ofNullable(info.getTypeInfo().getNewTypesMap().get(type.getName()))
        .filter(P4NewTypeSpec::hasTranslatedType)
        .isPresent();
  }
}
