/** Tests of the paper's figures. */
@NullMarked
package io.smartt.emulation.paper;

import org.jspecify.annotations.NullMarked;
