# Everything a developer needs; each target sets up what it uses. `make help` lists them.

# One thread per process: the tests and the solver's workers already fill the cores.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1

# The first Python that really starts runs the set-up, which then finds the versions it needs by itself.
PYTHON311 ?=
PYTHON313 ?=
export PYTHON311 PYTHON313
STARTER := $(shell for each in $(PYTHON311) python3.11 python3; do \
	"$$each" -c "import sys; sys.exit(sys.version_info < (3, 10))" 2>/dev/null && echo "$$each" && break; done)
ENVIRONMENT = $(or $(STARTER),$(error Python 3.11 was not found: apt-get install python3.11 python3.11-venv, \
	or give PYTHON311=/path/to/python3.11)) -m scripts.environment
RUN := .venv/bin/python -m

# Options for pytest, as in: make test ARGS="-k ipopt"
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help environment demo gallery chip creatures library explore scenes test fuzz strangers lint bench extension clean

help: ## List the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

environment: ## Set up the Python 3.11 and, where present, 3.13 environments
	@$(ENVIRONMENT)

demo: ## Solve the demo motions into out/
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.demo $(ARGS)

gallery: ## Solve, judge and draw every example into out/gallery/
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.gallery $(ARGS)

chip: ## McIntosh's 36 clips of Chip and the 72 with a limp, timed and judged, into out/chip.json
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.chip $(ARGS)

creatures: ## Every action on a hundred creatures, and those with feet physical, into out/creatures.json
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.creatures $(ARGS)

library: ## Transitions, loops, the motion graph and its walks, timed and judged, into out/library.json
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.library $(ARGS)

explore: ## Variations of gallery tasks and a jump's front, timed and judged, into out/explore.json
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.explore $(ARGS)

test: ## Run every test, in Blender 5.0 and, where Python 3.13 is present, 5.2
	@$(ENVIRONMENT)
	@$(RUN) scripts.test_suite $(ARGS)

fuzz: ## Feed made-up documents, files, command lines and scenes to solver and add-on, counted in out/fuzz.json
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.fuzz $(ARGS)

strangers: ## Strangers' rigs, scenes and files, all the way and back, judged into out/strangers.json
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.strangers $(ARGS)

lint: ## Check style and types with ruff and mypy
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.lint $(ARGS)

bench: ## Measure the solver
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.bench $(ARGS)

scenes: ## Solve every example into a scene that is ready to play, in out/scenes/
	@$(ENVIRONMENT) 3.11
	@$(RUN) scripts.scenes $(ARGS)

extension: ## Build the Blender extension into dist/
	@$(ENVIRONMENT)
	@$(RUN) scripts.build_extension $(ARGS)

clean: ## Remove everything the other targets make, the environments too
	rm -rf .venv .venv-3.13 wheels build dist out
