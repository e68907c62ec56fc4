package io.smartt.p4.bmv2;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.HeaderInstance;
import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.bmv2.Bmv2Config.HeaderUnionType;
import io.smartt.p4.bmv2.Bmv2Config.HeaderUnionType.HeaderUnionStack;
import io.smartt.p4.bmv2.Bmv2Reader.Names;

/** Reads header types, headers, stacks and unions. */
record HeadersReader(Names names, ValueReader values) {
  HeaderType type(JsonCursor at) {
    List<HeaderType.Field> fields = at.get("fields").items().stream().map(this::field).toList();
    Set<String> seen = new HashSet<>();
    for (HeaderType.Field field : fields) {
      if (!seen.add(field.name())) {
        throw at.get("fields").fail("a second field " + field.name());
      }
    }
    if (fields.stream().filter(HeaderType.Field::isVariable).count() > 1) {
      throw at.get("fields").fail("more than one field of variable length");
    }
    Optional<Value> length = at.find("length_exp").map(values::read);
    HeaderType type =
        new HeaderType(
            at.text("name"),
            at.integer("id"),
            fields,
            length,
            at.find("max_length").map(most -> most.between(0, JsonCursor.MAX_WIDTH / 8)).orElse(0));
    Names.add(names.headerTypes, type.name(), type, at, "header type");
    return type;
  }

  private HeaderType.Field field(JsonCursor at) {
    List<JsonCursor> parts = at.items();
    if (parts.size() < 2 || parts.size() > 4) {
      throw at.fail("expected [name, width], signed and saturating optional");
    }
    JsonCursor width = parts.get(1);
    boolean variable = width.node().isTextual() && width.text().equals("*");
    int bits = variable ? HeaderType.Field.VARIABLE : width.width();
    return new HeaderType.Field(
        parts.get(0).text(),
        bits,
        parts.size() > 2 && parts.get(2).bool(),
        parts.size() > 3 && parts.get(3).bool());
  }

  HeaderInstance header(JsonCursor at) {
    JsonCursor typeName = at.get("header_type");
    HeaderType type = Names.find(names.headerTypes, typeName.text(), typeName, "header type");
    HeaderInstance header =
        new HeaderInstance(at.text("name"), at.integer("id"), type, at.bool("metadata", false));
    if (!header.metadata() && type.fixedBits() % 8 != 0) {
      throw at.fail(
          "header " + header.name() + " has " + type.fixedBits() + " bits, not whole bytes");
    }
    Names.add(names.headers, header.name(), header, at, "header");
    Names.add(names.headersById, header.id(), header, at, "header id");
    return header;
  }

  Bmv2Config.HeaderStack stack(JsonCursor at) {
    JsonCursor typeName = at.get("header_type");
    HeaderType type = Names.find(names.headerTypes, typeName.text(), typeName, "header type");
    List<HeaderInstance> members = new ArrayList<>();
    for (JsonCursor id : at.get("header_ids").items()) {
      HeaderInstance member = Names.find(names.headersById, id.integer(), id, "header id");
      if (!member.type().equals(type)) {
        throw id.fail("header " + member.name() + " is not of type " + type.name());
      }
      members.add(member);
    }
    if (members.isEmpty()) {
      throw at.get("header_ids").fail("a stack without headers");
    }
    Bmv2Config.HeaderStack stack = new Bmv2Config.HeaderStack(at.text("name"), type, members);
    Names.add(names.stacks, stack.name(), stack, at, "header stack");
    return stack;
  }

  HeaderUnionType unionType(JsonCursor at) {
    List<HeaderUnionType.Member> members = new ArrayList<>();
    for (JsonCursor member : at.get("headers").items()) {
      List<JsonCursor> pair = member.items(2);
      members.add(
          new HeaderUnionType.Member(
              pair.get(0).text(),
              Names.find(names.headerTypes, pair.get(1).text(), pair.get(1), "header type")));
    }
    HeaderUnionType type = new HeaderUnionType(at.text("name"), members);
    Names.add(names.unionTypes, type.name(), type, at, "header union type");
    return type;
  }

  HeaderUnionStack.HeaderUnion union(JsonCursor at) {
    JsonCursor typeName = at.get("union_type");
    HeaderUnionType type =
        Names.find(names.unionTypes, typeName.text(), typeName, "header union type");
    List<JsonCursor> ids = at.get("header_ids").items(type.members().size());
    List<HeaderInstance> members = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      JsonCursor id = ids.get(i);
      HeaderInstance member = Names.find(names.headersById, id.integer(), id, "header id");
      if (!member.type().equals(type.members().get(i).type())) {
        throw id.fail(
            "header " + member.name() + " is not of type " + type.members().get(i).type().name());
      }
      members.add(member);
    }
    HeaderUnionStack.HeaderUnion union =
        new HeaderUnionStack.HeaderUnion(at.text("name"), at.integer("id"), type, members);
    Names.add(names.unions, union.name(), union, at, "header union");
    Names.add(names.unionsById, union.id(), union, at, "header union id");
    return union;
  }

  HeaderUnionStack unionStack(JsonCursor at) {
    JsonCursor typeName = at.get("union_type");
    HeaderUnionType type =
        Names.find(names.unionTypes, typeName.text(), typeName, "header union type");
    List<HeaderUnionStack.HeaderUnion> members = new ArrayList<>();
    for (JsonCursor id : at.get("header_union_ids").items()) {
      HeaderUnionStack.HeaderUnion member =
          Names.find(names.unionsById, id.integer(), id, "header union id");
      if (!member.type().equals(type)) {
        throw id.fail("header union " + member.name() + " is not of type " + type.name());
      }
      members.add(member);
    }
    if (members.isEmpty()) {
      throw at.get("header_union_ids").fail("a stack without header unions");
    }
    HeaderUnionStack stack = new HeaderUnionStack(at.text("name"), type, members);
    Names.add(names.unionStacks, stack.name(), stack, at, "header union stack");
    return stack;
  }
}
