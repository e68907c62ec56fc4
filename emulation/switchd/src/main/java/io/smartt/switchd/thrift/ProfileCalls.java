package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.standard;
import static io.smartt.switchd.thrift.ThriftValue.i32;

import module java.base;

import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.switchd.thrift.ThriftMethod.ThriftFault;
import org.apache.thrift.protocol.TType;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/**
 * Members and groups of action profiles: the {@code bm_mt_act_prof_*} methods of the standard
 * service. A handle is the id that P4Runtime has less 1: handles begin with 0 and are taken again,
 * as in BMv2.
 */
record ProfileCalls(Program program) {
  void addTo(Map<String, ThriftMethod> methods) {
    methods.put(standard("bm_mt_act_prof_add_member"), this::addMember);
    methods.put(standard("bm_mt_act_prof_delete_member"), this::deleteMember);
    methods.put(standard("bm_mt_act_prof_modify_member"), this::modifyMember);
    methods.put(standard("bm_mt_act_prof_create_group"), this::createGroup);
    methods.put(standard("bm_mt_act_prof_delete_group"), this::deleteGroup);
    methods.put(standard("bm_mt_act_prof_add_member_to_group"), this::addToGroup);
    methods.put(standard("bm_mt_act_prof_remove_member_from_group"), this::removeFromGroup);
    methods.put(
        standard("bm_mt_act_prof_get_members"),
        call ->
            ThriftValue.structs(members(profile(call)).stream().map(this::memberMessage).toList()));
    methods.put(
        standard("bm_mt_act_prof_get_member"),
        call -> memberMessage(member(profile(call), call.integer(3))));
    methods.put(
        standard("bm_mt_act_prof_get_groups"),
        call ->
            ThriftValue.structs(
                groups(profile(call)).stream().map(ProfileCalls::groupMessage).toList()));
    methods.put(
        standard("bm_mt_act_prof_get_group"),
        call -> groupMessage(group(profile(call), call.integer(3))));
  }

  private ActionProfileInfo profile(Arguments call) {
    String name = call.text(2);
    return program
        .info()
        .actionProfiles()
        .find(name)
        .orElseThrow(
            () -> new ThriftFault(Errors.INVALID_ACTION_PROFILE_NAME, "no action profile " + name));
  }

  private List<ActionProfileMember> members(ActionProfileInfo profile) {
    return program.read(P4Entity.members(profile.id()).toBuilder()).stream()
        .map(Entity::getActionProfileMember)
        .toList();
  }

  private List<ActionProfileGroup> groups(ActionProfileInfo profile) {
    return program.read(P4Entity.groups(profile.id()).toBuilder()).stream()
        .map(Entity::getActionProfileGroup)
        .toList();
  }

  private ActionProfileMember member(ActionProfileInfo profile, int handle) {
    return members(profile).stream()
        .filter(member -> member.getMemberId() == handle + 1)
        .findFirst()
        .orElseThrow(() -> new ThriftFault(Errors.INVALID_MBR_HANDLE, "no member " + handle));
  }

  private ActionProfileGroup group(ActionProfileInfo profile, int handle) {
    return groups(profile).stream()
        .filter(group -> group.getGroupId() == handle + 1)
        .findFirst()
        .orElseThrow(() -> new ThriftFault(Errors.INVALID_GRP_HANDLE, "no group " + handle));
  }

  /** The id of a handle; P4Runtime has no id 0. */
  static int id(int handle, int code) {
    if (handle == -1) {
      throw new ThriftFault(code, "no handle " + handle);
    }
    return handle + 1;
  }

  private static int free(List<Integer> taken) {
    return IntStream.rangeClosed(1, taken.size() + 1)
        .filter(id -> !taken.contains(id))
        .findFirst()
        .orElseThrow();
  }

  private ThriftValue addMember(Arguments call) {
    ActionProfileInfo profile = profile(call);
    int id = free(members(profile).stream().map(ActionProfileMember::getMemberId).toList());
    write(
        Update.Type.INSERT,
        ActionProfileMember.newBuilder()
            .setActionProfileId(profile.id())
            .setMemberId(id)
            .setAction(TableMessages.action(program.info(), call.text(3), call.binaries(4))));
    return i32(id - 1);
  }

  private ThriftValue deleteMember(Arguments call) {
    return write(
        Update.Type.DELETE,
        ActionProfileMember.newBuilder()
            .setActionProfileId(profile(call).id())
            .setMemberId(id(call.integer(3), Errors.INVALID_MBR_HANDLE)));
  }

  private ThriftValue modifyMember(Arguments call) {
    return write(
        Update.Type.MODIFY,
        ActionProfileMember.newBuilder()
            .setActionProfileId(profile(call).id())
            .setMemberId(id(call.integer(3), Errors.INVALID_MBR_HANDLE))
            .setAction(TableMessages.action(program.info(), call.text(4), call.binaries(5))));
  }

  private ThriftValue createGroup(Arguments call) {
    ActionProfileInfo profile = profile(call);
    int id = free(groups(profile).stream().map(ActionProfileGroup::getGroupId).toList());
    write(
        Update.Type.INSERT,
        ActionProfileGroup.newBuilder()
            .setActionProfileId(profile.id())
            .setGroupId(id)
            .setMaxSize(profile.maxGroupSize()));
    return i32(id - 1);
  }

  private ThriftValue deleteGroup(Arguments call) {
    return write(
        Update.Type.DELETE,
        ActionProfileGroup.newBuilder()
            .setActionProfileId(profile(call).id())
            .setGroupId(id(call.integer(3), Errors.INVALID_GRP_HANDLE)));
  }

  private ThriftValue addToGroup(Arguments call) {
    ActionProfileInfo profile = profile(call);
    ActionProfileMember member = member(profile, call.integer(3));
    ActionProfileGroup group = group(profile, call.integer(4));
    if (has(group, member.getMemberId())) {
      throw new ThriftFault(Errors.MBR_ALREADY_IN_GRP, "member " + member.getMemberId());
    }
    ActionProfileGroup.Builder more = group.toBuilder();
    more.addMembersBuilder().setMemberId(member.getMemberId()).setWeight(1);
    return write(Update.Type.MODIFY, more);
  }

  private ThriftValue removeFromGroup(Arguments call) {
    ActionProfileInfo profile = profile(call);
    int member = member(profile, call.integer(3)).getMemberId();
    ActionProfileGroup group = group(profile, call.integer(4));
    if (!has(group, member)) {
      throw new ThriftFault(Errors.MBR_NOT_IN_GRP, "member " + member);
    }
    return write(
        Update.Type.MODIFY,
        group.toBuilder()
            .clearMembers()
            .addAllMembers(
                group.getMembersList().stream().filter(m -> m.getMemberId() != member).toList()));
  }

  private static boolean has(ActionProfileGroup group, int member) {
    return group.getMembersList().stream().anyMatch(m -> m.getMemberId() == member);
  }

  private ThriftValue write(Update.Type type, ActionProfileMember.Builder member) {
    return Errors.require(
        program.write(type, Entity.newBuilder().setActionProfileMember(member)),
        Errors.INVALID_MBR_HANDLE,
        Errors.ERROR,
        Errors.MBR_STILL_USED);
  }

  private ThriftValue write(Update.Type type, ActionProfileGroup.Builder group) {
    return Errors.require(
        program.write(type, Entity.newBuilder().setActionProfileGroup(group)),
        Errors.INVALID_GRP_HANDLE,
        Errors.ERROR,
        Errors.GRP_STILL_USED);
  }

  /** {@code BmMtActProfMember}. */
  private ThriftValue memberMessage(ActionProfileMember member) {
    return TableCalls.struct(
        Map.of(
            1, i32(member.getMemberId() - 1),
            2,
                ThriftValue.text(
                    program.info().actions().withId(member.getAction().getActionId()).name()),
            3, TableMessages.data(member.getAction())));
  }

  /** {@code BmMtActProfGroup}. */
  private static ThriftValue groupMessage(ActionProfileGroup group) {
    return TableCalls.struct(
        Map.of(
            1,
            i32(group.getGroupId() - 1),
            2,
            new ThriftValue.Items(
                TType.I32,
                group.getMembersList().stream()
                    .<ThriftValue>map(member -> i32(member.getMemberId() - 1))
                    .toList())));
  }
}
