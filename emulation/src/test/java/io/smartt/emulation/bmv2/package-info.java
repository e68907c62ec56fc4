@NullMarked
package io.smartt.emulation.bmv2;

import org.jspecify.annotations.NullMarked;
