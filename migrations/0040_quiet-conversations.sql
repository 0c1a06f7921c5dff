UPDATE runs SET input = (input - 'quietTalk') || jsonb_build_object('onlyQuiet', input->'quietTalk') WHERE input ? 'quietTalk';
