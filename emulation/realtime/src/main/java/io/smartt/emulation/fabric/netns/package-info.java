/** Networks of Linux network namespaces and veth pairs, as Mininet builds them. */
@NullMarked
package io.smartt.emulation.fabric.netns;

import org.jspecify.annotations.NullMarked;
