/**
 * Networks of Linux network namespaces and veth pairs, Mininet's way, and what they leave behind.
 */
@NullMarked
package io.smartt.emulation.netns;

import org.jspecify.annotations.NullMarked;
